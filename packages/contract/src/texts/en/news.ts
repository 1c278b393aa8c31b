export const news = {
  saved: 'The changelog is saved.',
  removed: 'The changelog is deleted.',
  noticeSaved: 'The notice is saved.',
  noticeRemoved: 'The notice is taken away.',
  noticeEndsBefore: 'It must not end before it begins.',
} as const;
