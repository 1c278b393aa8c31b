export const creators = {
  saved: 'The creator has been saved.',
  removed: '{name} has been taken apart. Each channel is announced on its own again.',
} as const;
