export { storeRating as POST } from '../../../../../features/docs/rating.ts';
