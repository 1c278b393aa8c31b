export const blog = {
  saved: 'The post is saved.',
  removed: 'The post is deleted.',
  reacted: 'Thank you for your reaction.',
  unreacted: 'Your reaction is taken back.',
} as const;
