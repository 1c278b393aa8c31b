export { platformName, platformNames } from '@tally/contract/platform-words';
