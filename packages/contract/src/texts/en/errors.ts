import type { ErrorCode } from '../../wire/errors.ts';

export const errors = {
  badRequest: 'The request could not be understood.',
  badCursor: 'This list has no such page. Load it again from the start.',
  malformedJson: 'The body is not valid JSON.',
  invalidFields: 'Some fields are not valid.',
  unsupportedMediaType: 'Send this body as {expected}.',
  idempotencyKeyReused:
    'An earlier request with this Idempotency-Key was different, and may have been carried out. Check before you send another one.',
  callStillRunning: 'Your first try is still running. Wait half a minute, then try again.',
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
  billingOff: 'Nothing is sold on this installation. Its team can give you a plan by hand.',
  cardDeclined:
    'The bank declined the card, so nothing was changed and nothing was charged. Try another payment method.',
  cardAsksOwner:
    'Your bank wants you to confirm this payment, which works only at the checkout. Nothing was changed and nothing was charged. Choose another payment method and try again.',
  alreadySubscribed: 'There is a subscription for this already. Change it instead of buying another one.',
  notForSale: 'This plan cannot be bought.',
  mustPayFirst: 'The last payment failed. Update the payment method first.',
  noServerPremium: 'Your plan does not include a Server Premium that you could give to a server.',
  alreadyPremium: 'This server has Premium already.',
  movedRecently: 'Your Server Premium can be moved every 7 days. The next time is on {date}.',
  subscriptionNotFound: 'You have no such subscription.',
  unknownCall: 'There is no such call.',
  notFound: 'This does not exist.',
  serverNotFound: 'Guild not found',
  userNotFound: 'This user does not exist.',
  streamerNotFound: 'This server does not follow {name}.',
  overrideNotFound: 'There is no override with the priority {priority, number}.',
  liveRoleNotFound: 'This role is not in the list any more.',
  liveRoleTaken: 'This role is in the list already.',
  creatorNotFound: 'This server has no such creator.',
  docNotFound: 'The handbook has no such page.',
  faqNotFound: 'There is no such question.',
  faqNeedsBoth: 'Both a question and an answer are needed.',
  tooManyFaq: 'There can be at most {limit, plural, one {# entry} other {# entries}}.',
  pictureNeedsWords:
    'A picture has no words for those who cannot see it. Write what it shows between the brackets: ![here](…).',
  fileTaken: 'There is a file of this name already. Replace it, or choose another name.',
  fileUnlike: 'This file is not what its name says: no {type} could be read in it.',
  fileSvg: 'SVG files are not accepted, because they can contain code. Save the picture as PNG and upload that.',
  fileTwofold: 'This file is two kinds of file at once, so it is not accepted.',
  pictureTooLarge: 'This picture has too many pixels. Make it smaller, or the animation shorter.',
  notAPicture: 'This file is not a picture that Tally can read. Upload a PNG, JPEG, WebP or GIF file.',
  tooManyTemplates:
    'A server can have at most {limit, plural, one {# template} other {# templates}}. Delete one first.',
  tooManyPictures:
    'This server stores {limit, plural, one {# picture} other {# pictures}}, the most it may. Delete old giveaways, or enter the address of a picture.',
  picturesFull:
    'The pictures of this server take up {max}, the most they may. Delete old giveaways, or upload a smaller picture.',
  tooManyFiles: 'There can be at most {limit, plural, one {# file} other {# files}}. Delete some first.',
  notYourself: 'You cannot do this to yourself.',
  ownersOnly: 'Only an owner of this installation can do that.',
  banOver: 'This moment has passed. Please choose a later one.',
  banNotFound: 'They may use the service already.',
  wishNotFound: 'This was deleted, or never existed.',
  wishSaysNothing: 'Please write it in words.',
  wishNeedsReason: 'Please say why, so that those who want it understand.',
  wishIsWanted: 'Others want this too, or have said something about it. Please ask the staff to delete it.',
  cannotMerge: 'These two cannot be merged.',
  tooManyWishes:
    'You can write at most {limit, plural, one {one post} other {# posts}} a day. Please come back tomorrow.',
  tooManyComments:
    'You can write at most {limit, plural, one {one comment} other {# comments}} a day. Please come back tomorrow.',
  accountTooYoung:
    'Discord accounts have to be {days, plural, one {one day} other {# days}} old to take part here. Yours is on {date}.',
  questionSaysNothing: 'Please write your question in words.',
  questionAnswered: 'This question has been answered already.',
  tooManyOpenQuestions:
    '{limit, plural, one {A question of yours is} other {# questions of yours are}} still waiting for an answer. Please wait until the staff has got to them.',
  tooManyQuestions:
    'You can ask at most {limit, plural, one {one question} other {# questions}} a day. Please come back tomorrow.',
  noSuchChannel: 'There is no channel called {name} on {platform}. You can paste a link to the channel instead.',
  noSuchChannelButNear:
    'There is no channel called {name} on {platform}. Did you mean {near}? You can also paste a link to the channel.',
  severalChannels: 'On {platform}, {name} is both a user and a channel. Paste the link of the one you mean: {links}',
  platformHasNoVideos: '{platform} has no videos, so only streams can be announced and tested.',
  linkOfOtherPlatform: 'This is a link to {other}, not to {platform}. Add it under {other}.',
  channelIsPrivate:
    '{name} has a private account on {platform}, so nobody but their followers can see when they are live.',
  chatsFull: 'We hear as many chats of {platform} as it allows us right now. Try again later.',
  chatNotHeard: 'This installation can not hear the chats of {platform}.',
  platformOff: '{platform} is not set up on this installation, so nobody can be added there.',
  methodNotAllowed: 'There is no such call.',
  linkNotBegun: 'This login was not started here, was used already, or is more than ten minutes old. Start again.',
  linkRefused: '{platform} did not accept this login. Please try again.',
  linkWithoutChannel: 'This login has no channel on {platform}. Choose the login that your channel belongs to.',
  linkNeedsAddress: '{platform} has no login page for this. Paste the API address of your channel instead.',
  apiAddressRefused: 'Rumble does not know this API address. Copy the whole address again from your Rumble account.',
  accountTaken: 'This {platform} account is linked to another Discord account. It has to be unlinked there first.',
  otherAccountLinked: 'You have linked another {platform} account. Unlink it first.',
  notLinked: 'You have not linked a {platform} account.',
  noChatToType:
    'None of your servers follows a creator on {platform}, so there is no chat in which a code would be heard. Log in instead.',
  linkingOff: 'Linking {platform} accounts is not set up on this installation.',
  linkPlatformDown: '{platform} does not answer right now. Please try again in a moment.',
  conflict: 'This cannot be done in the current state.',
  voteNeeded: 'Please vote first: {url}. Your vote counts for 12 hours.',
  syncYourself: 'Use `/sync` without a member for your own roles.',
  linkedRuleNotFound: 'There is no rule for this role any more.',
  linkedRuleTaken: 'There is a rule for this role already.',
  wrongDiscordAccount: 'You agreed with a different Discord account from the one you are logged in with here.',
  noChannelChosen: 'Choose a channel for {name} first.',
  alreadyExists: 'This exists already.',
  alreadyFollowed: 'This server follows {name} already.',
  notFollowedYet: '{name} on {platform} is not followed here yet. Add them to the notifications first.',
  partOfAnotherCreator: '{name} already belongs to {creator}. Remove them there first.',
  tooManyCreators: 'A server can have at most {limit, plural, one {# creator} other {# creators}}. Split one up first.',
  creatorNeedsChannels: 'Choose at least one channel for this creator.',
  priorityTaken: 'There is an override with the priority {priority, number} already. Each one needs its own.',
  birthdayNotSaid: 'Set your birthday first.',
  birthdayIsSaid:
    'You can set your birthday only once. If it is wrong, ask the staff to correct it, or remove it and set it again after 30 days.',
  changedMeanwhile: 'Somebody else changed this in the meantime. Reload to see their version.',
  notAKickLink: 'This is not a link to a channel, a clip or a recording on kick.com.',
  giveawayNotFound: 'There is no such giveaway.',
  giveawayEnded: 'This giveaway has ended.',
  giveawayNotEnded: 'This giveaway has not ended yet.',
  giveawayFull: 'This giveaway is full.',
  termsFrozen:
    'Somebody has entered, so terms can only get easier: a later end, more winners, other words or another picture.',
  noEntries: 'Nobody entered, so there is nobody to draw.',
  winnerRoleDangerous:
    'This role gives rights over the server, so nobody may win it. Choose a role without permissions.',
  notAWinner: 'Only a winner can claim the prize.',
  claimOver: 'The time to claim is over.',
  alreadyClaimed: 'This prize has been claimed already.',
  proofNotYet: 'There is nothing to check yet.',
  mediaRoomNotFound: 'Nobody of that name has media share.',
  mediaItemNotFound: 'There is no such request.',
  mediaItemGone: 'This request is no longer waiting.',
  mediaRefused: 'This video cannot be requested.',
  mediaClosed: 'Media share is closed right now.',
  mediaWhose: 'Say whose stream it is for.',
  mediaPasswordWrong: 'A password is needed here, and this one is wrong.',
  mediaPasswordTries: 'Too many wrong passwords. Try again in ten minutes.',
  mediaNoAddress: 'The player has no address yet. Make one first.',
  mediaNothingToBan: 'Nobody and nothing of that name is known. Check how it is written.',
  mediaBanYourself: 'You cannot be banned from your own media share.',
  mediaTooManyFillers: '{most, plural, one {There is # video} other {There are # videos}} already. Remove one first.',
  inviteNotValid: 'This invitation is not valid, or no longer. Ask the person who sent it to you for a new one.',
  tooManyWrongCodes:
    'Too many invitations that are not valid. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  leadsTeamAlready: '{name} already leads a team, and nobody can lead two.',
  youLeadTeamAlready: 'You already lead a team, and nobody can lead two.',
  teamFull: 'This team is full: it can have {limit, plural, one {# member} other {# members}}.',
  tooManyTeams: '{name} is in {limit, plural, one {# team} other {# teams}} already. They have to leave one first.',
  youAreInTooManyTeams: 'You are in {limit, plural, one {# team} other {# teams}} already. Leave one first.',
  tooManyInvites:
    'A team can have {limit, plural, one {# open invitation} other {# open invitations}}. Revoke one first.',
  notInTeam: 'They are not in this team (any more).',
  youAreNotInTeam: 'You are not in this team (any more).',
  leaderStays: 'The leader of a team cannot leave it or be removed. Hand it over to a member first, or dissolve it.',
  recordingGone: 'This recording is no longer here.',
  keepHoursNotInPlan: 'Your plan keeps recordings for at most {time}.',
  tooLarge: 'This is too large. The limit is {max}.',
  rateLimited: 'Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  lookUpsUsedUp: 'No more channels can be looked up on {platform} today. Try again tomorrow.',
  strangersUsedUp:
    'Too many visitors are looking things up on {platform}. Try again in {seconds, plural, one {# second} other {# seconds}}, or log in.',
  platformBusy:
    '{platform} lets us look up only so many channels a minute. Try again in {seconds, plural, one {# second} other {# seconds}}.',
  tooManyStreams: 'Only {most, number} of your open pages can follow along at once. Close one of them first.',
  internal: 'Something went wrong on our side. It has been reported.',
  notBuilt: 'This call is not available yet.',
  unavailable: 'The service is not ready right now. Please try again in a moment.',
  stripeDown: 'The payment service does not answer right now. Nothing was changed; please try again in a few minutes.',
  discordDown: 'Discord does not answer right now. Please try again in a moment.',
  discordLimited: 'Discord asks us to slow down. Please try again in a moment.',
} satisfies Record<ErrorCode, string>;
