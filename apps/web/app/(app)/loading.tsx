export { PageSkeleton as default } from '../../shell/page-skeleton.tsx';
