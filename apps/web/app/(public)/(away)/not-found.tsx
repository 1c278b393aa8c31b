export { NotSetUpScreen as default } from '../../../shell/screens/away.tsx';
