export const servers = {
  updated: 'Changes have been successfully applied',
  unchanged: 'There was nothing to change.',
  partNotBuilt: '{field}: this setting is not available yet.',
};
