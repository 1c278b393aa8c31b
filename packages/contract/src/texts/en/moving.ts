export const moving = {
  deleted: 'The list has been deleted.',
  undone:
    '{removed, plural, =0 {Nothing was removed.} one {# streamer has been removed.} other {# streamers have been removed.}}',
  kept: '{kept, plural, one {# stays, because it was changed or removed since.} other {# stay, because they were changed or removed since.}}',
  tooMany: 'Other people have open lists in this server. Try again later. The limit of open lists is {max, number}.',
  switchOn: 'Open Bot → Privileged Gateway Intents: {url}',
  noChannel: 'Choose a channel for each creator first.',
  nothingTaken: 'Choose at least one creator first.',
  menuFollow: 'Follow this creator',
  offerTitle: 'Creators in this message',
  offerFound: '**{name}** on {platform}',
  offerFollowed: '**{name}** on {platform}: this server follows them already.',
  offerMissing: '{name}: {platform} has no such channel.',
  offerLater: '{name}: {platform} is not responding right now. Try again in a minute.',
  offerButton: 'Follow {name} ({platform})',
  offerWhere: 'Messages will go to {channel}.',
  offerNone:
    'This message has no link to a creator. It needs a link to a channel, for example https://www.twitch.tv/name.',
  stillLooking: 'The look-ups are not finished yet. Try again in a moment.',
  wrongName: 'This is not the name of this server.',
};
