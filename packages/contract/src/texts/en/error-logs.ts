import type { ErrorReason } from '../../error-logs/calls.ts';

export const errorLogs = {
  cleared: 'The error log is now empty.',
  solved: 'solved',
  missingPermission:
    '{permissions, select, none {The bot lacks a permission in {place}.} other {The bot lacks permissions in {place}: {permissions}.}}',
  pingsNobody:
    'Messages in {place} are posted without their ping: the bot may not mention {role} there. Let everyone mention that role, or grant the bot “Mention @everyone, @here and All Roles”.',
  unknownChannel: 'The channel for {what} no longer exists.',
  unknownRole: 'The role for {what} no longer exists.',
  roleTooHigh: 'The role {role} is not below the bot’s role, so the bot cannot give or take it.',
  roleManaged: 'The role {role} belongs to an integration, so it cannot be given or taken.',
  webhookGone: 'The webhook for {what} in {place} was deleted.',
  messageTooLarge: 'The message is longer than Discord allows: {what}.',
  messageRefused: 'Discord refused the message for {what}: {reason}',
  unknownStreamer: '{streamer} no longer exists on {platform}.',
  streamerRenamed: '{former} is now called {streamer} on {platform}.',
  planLimit: 'The plan of this server allows {limit, number}, so this is paused: {what}.',
  endedBeforeSent: '{streamer}’s stream ended before its message could be sent.',
  unconfirmed:
    'We cannot tell whether the message for {what} reached {place}. It is not sent again, to avoid a duplicate.',
  discordDown: 'Discord did not respond when we tried to post {what}.',
  platformDegraded: '{platform} is not responding properly. Notifications may be late.',
  tooManyAtOnce: 'Too many members joined or left at once. In {place} at most {limit, number} a minute are announced.',
  recordingNotSaved: 'A recording of {streamer} was not saved: {why}',
} satisfies Record<ErrorReason | 'cleared' | 'solved', string>;
