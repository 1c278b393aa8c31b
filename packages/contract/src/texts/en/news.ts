export const news = {
  saved: 'The changelog has been saved.',
  removed: 'The changelog has been deleted.',
  noticeSaved: 'The notice has been saved.',
  noticeRemoved: 'The notice has been removed.',
  noticeEndsBefore: 'The end must be after the start.',
} as const;
