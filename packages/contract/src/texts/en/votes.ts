export const votes = {
  never: 'You have not voted yet.',
  again: 'Your last vote has expired. You can vote again now.',
  valid: 'Your vote counts. You can vote again {when}.',
  startReminding: 'Remind me',
  stopReminding: 'Stop reminding me',
  reminderOn: 'You will be told when you can vote again.',
  reminderOff: 'You will not be reminded any more.',
  reminderTitle: 'You can vote again',
  reminder: 'Your last vote for {name} has expired. Thank you for every one of them.',
  reminderMessage: 'You can vote for {name} again: {url}\nYou asked for this reminder; `/vote` ends it.',
  somebodyVoted: 'Somebody has voted',
} as const;
