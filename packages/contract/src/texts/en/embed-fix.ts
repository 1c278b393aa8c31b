export const embedFix = {
  isLive: '{name} is live',
  isQuiet: '{name} on Kick',
  watching: '{count, plural, one {# person watching} other {# people watching}}',
  views: '{count, plural, one {# view} other {# views}}',
  aChannel: 'A channel on Kick',
  aClip: 'A clip on Kick',
  aVideo: 'A recording on Kick',
  silent: 'Kick does not say more right now.',
  unknown: 'Not found on Kick',
  unknownWhy: 'There is no such channel, clip or recording, or it was deleted.',
  menuFix: 'Fix Kick links',
  noLinks: 'There is no link to kick.com in this message.',
};
