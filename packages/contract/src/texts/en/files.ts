export const files = {
  saved: 'The file has been uploaded.',
  replaced: 'The file has been replaced.',
  removed: 'The file has been deleted.',
} as const;
