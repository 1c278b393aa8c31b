export { takeRating as POST } from '../../../../../features/docs/rating.ts';
