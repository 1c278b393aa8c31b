export const blog = {
  saved: 'The post has been saved.',
  removed: 'The post has been deleted.',
  reacted: 'Thank you for your reaction.',
  unreacted: 'Your reaction has been removed.',
} as const;
