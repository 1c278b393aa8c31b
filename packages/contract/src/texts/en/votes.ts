export const votes = {
  never: 'You have not voted yet.',
  again: 'Your last vote has expired. You can vote again now.',
  valid: 'Your vote counts. You can vote again {when}.',
  startReminding: 'Remind me',
  stopReminding: 'Stop reminding me',
  reminderOn: 'We will remind you when you can vote again.',
  reminderOff: 'You will no longer be reminded.',
  reminderTitle: 'You can vote again',
  reminder: 'Your last vote for {name} has expired. Thank you for all your votes.',
  reminderMessage: 'You can vote for {name} again: {url}\nYou asked for this reminder. Use `/vote` to turn it off.',
  somebodyVoted: 'A new vote',
} as const;
