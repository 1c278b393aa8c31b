export const connections = {
  linked: 'Platform has been successfully connected',
  unlinked: 'Platform has been successfully unlinked',
  goneTitle: '{platform} no longer gives us access',
  goneText:
    'Your permission for the {platform} account {name} was withdrawn or has expired. Log in there again to keep your roles up to date.',
  linkAbout: 'Link your accounts on {allPlatformsToLink}',
  listTitle: 'Your linked accounts',
  lineLinked: '**{platform}** {name}',
  lineGone: '**{platform}** {name}: log in again',
  lineNone: '**{platform}** not linked',
  openSettings: 'Open settings',
  kickCode: 'Kick: code for the chat',
  codeText:
    'Write `{command}` in one of these Kick chats, from the account that you want to link. The code is valid until {until}.',
  codeWarning:
    'Only use a code that you asked for yourself. It links the Kick account that writes it to your Discord account.',
};
