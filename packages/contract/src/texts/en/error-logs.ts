import type { ErrorReason } from '../../error-logs/calls.ts';

export const errorLogs = {
  cleared: 'The error log is empty now.',
  solved: 'solved',
  missingPermission:
    '{permissions, select, none {The bot lacks a permission in {place}.} other {The bot lacks permissions in {place}: {permissions}.}}',
  pingsNobody:
    'Messages in {place} are posted without their ping: the bot may not mention {role} there. Let everyone mention that role, or grant the bot “Mention @everyone, @here and All Roles”.',
  unknownChannel: 'The channel for {what} does not exist any more.',
  unknownRole: 'The role for {what} does not exist any more.',
  roleTooHigh: 'The role {role} is not below the role of the bot, so the bot cannot give or take it.',
  roleManaged: 'The role {role} belongs to an integration, so nobody can give or take it.',
  webhookGone: 'The webhook for {what} in {place} was deleted.',
  messageTooLarge: 'The message for {what} is longer than Discord allows.',
  messageRefused: 'Discord refused the message for {what}: {reason}',
  unknownStreamer: '{streamer} does not exist on {platform} any more.',
  streamerRenamed: '{former} is called {streamer} on {platform} now.',
  planLimit: '{what} is paused, because the plan of this server allows {limit, number}.',
  endedBeforeSent: 'The stream of {streamer} ended before its message could be sent.',
  unconfirmed:
    'There is no telling whether the message for {what} reached {place}. It is not sent again, so that it cannot appear twice.',
  discordDown: 'Discord did not answer when we wanted to post {what}.',
  platformDegraded: '{platform} does not answer properly; notifications may be late.',
  tooManyAtOnce:
    'So many people joined or left at once that not all of them were announced in {place}: at most {limit, number} a minute are.',
  recordingNotSaved: 'No copy was kept of a stream of {streamer}: {why}',
} satisfies Record<ErrorReason | 'cleared' | 'solved', string>;
