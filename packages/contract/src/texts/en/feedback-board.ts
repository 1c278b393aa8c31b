export const feedbackBoard = {
  added: 'Your post is on the board.',
  removed: 'The post has been deleted.',
  commented: 'Your comment has been posted.',
  decided: 'Saved. Everyone who wants this has been notified.',
  merged: 'The two posts have been merged.',
  planned: 'Planned: {title}',
  started: 'In progress: {title}',
  done: 'Done: {title}',
  declined: 'Declined: {title}',
  reopened: 'Reopened: {title}',
  staffTitle: 'New on the board, from {name}',
  staffButton: 'View',
} as const;
