export const files = {
  saved: 'The file is uploaded.',
  replaced: 'The file is replaced.',
  removed: 'The file is deleted.',
} as const;
