export const servers = {
  updated: 'Changes have been successfully applied',
  unchanged: 'There was nothing to change.',
  partNotBuilt: '{field}: this setting is not available yet.',
  channelNotHere: 'this channel is not in this server.',
  channelTakesNoMessages: 'messages cannot be posted in this kind of channel.',
  threadNotTaken: 'this is a thread. Choose a channel.',
  roleNotHere: 'this role is not in this server.',
  role_everyone: 'everybody has this role, so it cannot be given.',
  role_managed: 'this role belongs to an integration, so nobody can give it.',
  role_position: 'this role is not below the role of the bot, so the bot cannot give it.',
  role_position_member: 'this role is not below your own highest role.',
  role_permission: 'the bot may not manage roles in this server.',
};
