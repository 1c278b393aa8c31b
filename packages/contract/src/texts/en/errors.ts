import type { ErrorCode } from '../../wire/errors.ts';

export const errors = {
  badRequest: 'The request could not be understood.',
  badCursor: 'This page of the list no longer exists. Load the list again from the start.',
  malformedJson: 'The body is not valid JSON.',
  invalidFields: 'Some fields are not valid.',
  unsupportedMediaType: 'Send this body as {expected}.',
  idempotencyKeyReused:
    'A different request already used this Idempotency-Key and may have been carried out. Check before you send another one.',
  callStillRunning: 'Your first attempt is still running. Wait 30 seconds, then try again.',
  notLoggedIn: 'Please log in first.',
  sessionExpired: 'Your session has expired, please log in again.',
  loginFailed: 'Discord did not accept this login. Please try again.',
  notAllowed: 'You do not have permission to do this.',
  blacklisted: 'This account or server may not use the service. Contact support if you think this is a mistake.',
  badOrigin: 'This request did not come from our own site.',
  premiumRequired: '{flag} requires {tier}.',
  planLimit: `{what, select,
    giveawayLength {Your plan allows giveaways of up to {length}.}
    giveawayWinners {Your plan allows {limit, plural, one {# winner} other {# winners}} in a giveaway.}
    giveawayRequirements {Your plan allows {limit, plural, one {# requirement} other {# requirements}} in a giveaway.}
    giveawaysAtOnce {Your plan allows {limit, plural, one {# giveaway} other {# giveaways}} at once. End one, or schedule this one for later.}
    giveawaySchedule {Your plan allows scheduling a giveaway up to {length} ahead.}
    streamers {The limit of your plan for creators on this platform is {limit, number}. Remove one, or upgrade to add more.}
    overrides {The limit of your plan for overrides is {limit, number}. Remove one, or upgrade to add more.}
    stickyMessages {The limit of your plan for sticky messages is {limit, number}. Remove one, or upgrade to add more.}
    starboards {The limit of your plan for starboards is {limit, number}. Remove one, or upgrade to add more.}
    linkedRoles {The limit of your plan for rules about linked roles is {limit, number}. Remove one, or upgrade to add more.}
    autoLiveRoles {The limit of your plan for live roles is {limit, number}. Remove one, or upgrade to add more.}
    statusRoles {The limit of your plan for status roles is {limit, number}. Remove one, or upgrade to add more.}
    other {The limit of your plan for this is {limit, number}. Remove one, or upgrade to add more.}
  }`,
  graceCeiling:
    'Your plan waits at most {minutes, plural, one {# minute} other {# minutes}} for a stream to come back.',
  billingOff: 'This installation does not sell plans. Its team can assign you one.',
  cardDeclined:
    'The bank declined the card, so nothing was changed and nothing was charged. Try another payment method.',
  cardAsksOwner:
    'Your bank wants you to confirm this payment, which works only at the checkout. Nothing was changed and nothing was charged. Choose another payment method and try again.',
  alreadySubscribed: 'You already have a subscription for this. Change it instead of buying another one.',
  notForSale: 'This plan cannot be bought.',
  mustPayFirst: 'The last payment failed. Update the payment method first.',
  noServerPremium: 'Your plan does not include a Server Premium for a server.',
  alreadyPremium: 'This server already has Premium.',
  movedRecently: 'You can move your Server Premium once every 7 days. The next date is {date}.',
  subscriptionNotFound: 'You do not have this subscription.',
  unknownCall: 'This call does not exist.',
  notFound: 'This does not exist.',
  serverNotFound: 'Guild not found',
  userNotFound: 'This user does not exist.',
  streamerNotFound: 'This server does not follow {name}.',
  overrideNotFound: 'No override has the priority {priority, number}.',
  liveRoleNotFound: 'This role is no longer in the list.',
  liveRoleTaken: 'This role is already in the list.',
  creatorNotFound: 'This server does not have this creator.',
  docNotFound: 'This page of the handbook does not exist.',
  faqNotFound: 'This question does not exist.',
  faqNeedsBoth: 'Enter both a question and an answer.',
  tooManyFaq: 'There can be at most {limit, plural, one {# entry} other {# entries}}.',
  pictureNeedsWords: 'Describe the picture for people who cannot see it. Write between the brackets: ![here](…).',
  fileTooNew: 'A newer version of Tally made this file. Update this installation first.',
  notAFile: 'This is not a Tally settings file.',
  fileTaken: 'A file with this name already exists. Replace it, or choose another name.',
  fileUnlike: 'The content does not match the name: this is not a readable {type} file.',
  fileSvg: 'SVG files are not accepted, because they can contain code. Save the picture as PNG and upload that.',
  fileTwofold: 'This file is valid in two formats at once, so it is not accepted.',
  pictureTooLarge: 'This picture has too many pixels. Make it smaller, or the animation shorter.',
  notAPicture: 'This file is not a picture that Tally can read. Upload a PNG, JPEG, WebP or GIF file.',
  tooManyTemplates:
    'A server can have at most {limit, plural, one {# template} other {# templates}}. Delete one first.',
  tooManyPictures:
    'This server has reached its limit of {limit, plural, one {# picture} other {# pictures}}. Delete old giveaways, or enter the URL of a picture.',
  picturesFull:
    'The pictures of this server have reached the limit of {max}. Delete old giveaways, or upload a smaller picture.',
  tooManyFiles: 'There can be at most {limit, plural, one {# file} other {# files}}. Delete some first.',
  notYourself: 'You cannot do this to yourself.',
  ownersOnly: 'Only an owner of this installation can do that.',
  banOver: 'This time has passed. Choose a later one.',
  banNotFound: 'They are not banned.',
  wishNotFound: 'This was deleted or never existed.',
  wishSaysNothing: 'Please describe it in words.',
  wishNeedsReason: 'Please give a reason for the people who want this.',
  wishIsWanted: 'Other people have voted for this or commented on it. Please ask the staff to delete it.',
  cannotMerge: 'These two cannot be merged.',
  tooManyWishes:
    'You can write at most {limit, plural, one {one post} other {# posts}} a day. Please come back tomorrow.',
  tooManyComments:
    'You can write at most {limit, plural, one {one comment} other {# comments}} a day. Please come back tomorrow.',
  accountTooYoung:
    'Your Discord account must be {days, plural, one {one day} other {# days}} old to take part here. It will be on {date}.',
  questionSaysNothing: 'Please write your question in words.',
  questionAnswered: 'This question has already been answered.',
  tooManyOpenQuestions:
    '{limit, plural, one {One of your questions is} other {# of your questions are}} still waiting for an answer. Please wait for the staff to reply.',
  tooManyQuestions:
    'You can ask at most {limit, plural, one {one question} other {# questions}} a day. Please come back tomorrow.',
  noSuchChannel: 'There is no channel called {name} on {platform}. You can paste a link to the channel instead.',
  noSuchChannelButNear:
    'There is no channel called {name} on {platform}. Did you mean {near}? You can also paste a link to the channel.',
  severalChannels: 'On {platform}, {name} is both a user and a channel. Paste the link of the one you mean: {links}',
  platformHasNoVideos: '{platform} has no videos, so only streams can be announced and tested.',
  linkOfOtherPlatform: 'This link leads to {other}, not {platform}. Add it under {other}.',
  channelIsPrivate: '{name} has a private account on {platform}. Only their followers can see when they are live.',
  contentHidden:
    'Discord hides the messages of other bots from this one. The owner of this installation can switch on the Message Content Intent.',
  historyHidden: 'The bot cannot read {channels}. Allow it {permissions} there.',
  moveBusy: 'Another person is reading posts in this server. Try again in a minute.',
  chatsFull: 'No more {platform} chats can be connected right now. Try again later.',
  chatNotHeard: 'This installation cannot connect to {platform} chats.',
  platformOff: '{platform} is not set up on this installation, so you cannot add its creators.',
  methodNotAllowed: 'This call does not exist.',
  linkNotBegun: 'This login was not started here, has already been used, or is more than ten minutes old. Start again.',
  linkRefused: '{platform} did not accept this login. Please try again.',
  linkWithoutChannel: 'This {platform} account has no channel. Choose the account that owns your channel.',
  linkNeedsAddress: '{platform} has no login page for this. Paste the API address of your channel instead.',
  apiAddressRefused: 'Rumble does not know this API address. Copy the whole address again from your Rumble account.',
  accountTaken: 'This {platform} account is linked to another Discord account. Unlink it there first.',
  otherAccountLinked: 'You have linked another {platform} account. Unlink it first.',
  notLinked: 'You have not linked a {platform} account.',
  noChatToType:
    'None of your servers follows a creator on {platform}, so there is no chat for the code. Log in instead.',
  linkingOff: 'Linking {platform} accounts is not set up on this installation.',
  linkPlatformDown: '{platform} is not responding right now. Please try again in a moment.',
  conflict: 'This cannot be done in the current state.',
  voteNeeded: 'Please vote first: {url}. Your vote counts for 12 hours.',
  syncYourself: 'Use `/sync` without a member for your own roles.',
  linkedRuleNotFound: 'This role no longer has a rule.',
  linkedRuleTaken: 'This role already has a rule.',
  wrongDiscordAccount: 'You authorized a different Discord account from the one you are logged in with here.',
  noChannelChosen: 'Choose a channel for {name} first.',
  alreadyExists: 'This already exists.',
  alreadyFollowed: 'This server already follows {name}.',
  notFollowedYet: '{name} on {platform} is not followed here yet. Add them to the notifications first.',
  partOfAnotherCreator: '{name} already belongs to {creator}. Remove them there first.',
  tooManyCreators: 'A server can have at most {limit, plural, one {# creator} other {# creators}}. Split one up first.',
  creatorNeedsChannels: 'Choose at least one channel for this creator.',
  priorityTaken: 'Another override already has the priority {priority, number}. Each override needs its own.',
  birthdayNotSaid: 'Set your birthday first.',
  birthdayIsSaid:
    'You can set your birthday only once. If it is wrong, ask the staff to correct it, or remove it and set it again after 30 days.',
  changedMeanwhile: 'Another person changed this while you were editing. Reload to see their version.',
  notAKickLink: 'This is not a link to a channel, a clip or a recording on kick.com.',
  giveawayNotFound: 'This giveaway does not exist.',
  giveawayEnded: 'This giveaway has ended.',
  giveawayNotEnded: 'This giveaway has not ended yet.',
  giveawayFull: 'This giveaway is full.',
  termsFrozen:
    'People have entered, so you can only improve the terms: a later end, more winners, new text or another picture.',
  noEntries: 'There are no entries to draw from.',
  winnerRoleDangerous:
    'This role has permissions over the server, so it cannot be won. Choose a role without permissions.',
  notAWinner: 'Only a winner can claim the prize.',
  claimOver: 'The time to claim has run out.',
  alreadyClaimed: 'This prize has already been claimed.',
  proofNotYet: 'There is nothing to check yet.',
  mediaRoomNotFound: 'No streamer with this name has media share.',
  mediaItemNotFound: 'This request does not exist.',
  mediaItemGone: 'This request is no longer waiting.',
  mediaRefused: 'This video cannot be requested.',
  mediaClosed: 'Media share is closed right now.',
  mediaWhose: 'Say whose stream it is for.',
  mediaPasswordWrong: 'The password is missing or wrong.',
  mediaPasswordTries: 'Too many wrong passwords. Try again in ten minutes.',
  mediaNoAddress: 'The player has no address yet. Create one first.',
  mediaNothingToBan: 'No person, video or channel with this name was found. Check the spelling.',
  mediaBanYourself: 'You cannot be banned from your own media share.',
  mediaTooManyFillers:
    'The fallback playlist is full: {most, plural, one {# video} other {# videos}}. Remove one first.',
  inviteNotValid: 'This invitation is invalid or has expired. Ask the person who sent it for a new one.',
  tooManyWrongCodes: 'Too many invalid invitations. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  leadsTeamAlready: '{name} already leads a team. Each person can lead only one.',
  youLeadTeamAlready: 'You already lead a team. Each person can lead only one.',
  teamFull: 'This team is full: it can have {limit, plural, one {# member} other {# members}}.',
  tooManyTeams: '{name} is already in {limit, plural, one {# team} other {# teams}}. They have to leave one first.',
  youAreInTooManyTeams: 'You are already in {limit, plural, one {# team} other {# teams}}. Leave one first.',
  tooManyInvites:
    'A team can have {limit, plural, one {# open invitation} other {# open invitations}}. Revoke one first.',
  notInTeam: 'They are not in this team.',
  youAreNotInTeam: 'You are not in this team.',
  leaderStays: 'A team’s leader cannot leave or be removed. Hand the team over to a member first, or delete it.',
  recordingGone: 'This recording no longer exists.',
  keepHoursNotInPlan: 'Your plan keeps recordings for at most {time}.',
  tooLarge: 'This is too large. The limit is {max}.',
  rateLimited: 'Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  lookUpsUsedUp: 'The daily search limit for {platform} is used up. Try again tomorrow.',
  strangersUsedUp:
    'Too many visitors are searching {platform}. Try again in {seconds, plural, one {# second} other {# seconds}}, or log in.',
  platformBusy:
    'The search limit for {platform} is used up for now. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  tooManyStreams: 'At most {most, number} of your open pages can receive live updates. Close one first.',
  internal: 'Something went wrong on our side. It has been reported.',
  notBuilt: 'This call is not available yet.',
  unavailable: 'The service is not ready right now. Please try again in a moment.',
  safeMode: 'Safe mode is on, so nothing is sent to Discord or other platforms.',
  safeModeFixed: 'SAFE_MODE is set. Remove it from the environment, restart, then leave safe mode.',
  setupClosed:
    'The setup page is closed: this word is wrong, or the installation has an owner. Its owner changes settings at /admin/setup.',
  setupLocked: 'Too many wrong words. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  setupIncomplete: '{name}: fill it in too, or leave all fields of this group empty.',
  setupFixed: '{name}: the environment sets it. Change it there and restart.',
  setupRefused: 'These values cannot be used. {reason}',
  setupStaysReal: 'A real bot cannot go back to the simulated world. Enter other keys instead of removing them.',
  setupNotReal: 'Discord is still simulated. Enter the keys of your bot first, then restart.',
  stripeDown:
    'The payment service is not responding right now. Nothing was changed; please try again in a few minutes.',
  discordDown: 'Discord is not responding right now. Please try again in a moment.',
  discordLimited: 'Discord is limiting our requests. Please try again in a moment.',
} satisfies Record<ErrorCode, string>;
