export const feedbackBoard = {
  added: 'It is on the board.',
  removed: 'It is deleted.',
  commented: 'Your comment is there.',
  decided: 'It is saved, and whoever wants it is told.',
  merged: 'They are one now.',
  planned: 'Planned: {title}',
  started: 'Being built: {title}',
  done: 'Done: {title}',
  declined: 'Declined: {title}',
  reopened: 'Open again: {title}',
  staffTitle: 'New on the board, from {name}',
  staffButton: 'Look',
} as const;
