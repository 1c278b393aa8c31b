export const moving = {
  deleted: 'The list has been deleted.',
  undone:
    '{removed, plural, =0 {Nothing was removed.} one {# streamer has been removed.} other {# streamers have been removed.}}',
  kept: '{kept, plural, one {# stays, because it was changed or removed since.} other {# stay, because they were changed or removed since.}}',
  tooMany: 'Other people have open lists in this server. Try again later. The limit of open lists is {max, number}.',
  switchOn: 'Open Bot → Privileged Gateway Intents: {url}',
  noChannel: 'Choose a channel for each creator first.',
  nothingTaken: 'Choose at least one creator first.',
};
