export { platformName, platformNames } from '@tally/contract/platforms/words';
