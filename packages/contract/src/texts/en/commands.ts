/** What all commands share: descriptions of commands that several features add to, and refusals of the router. */
export const commands = {
  setup: 'Set up what this server announces',
  panel: 'Post a panel into a channel',
  onlyInServers: 'This command works in servers only.',
  needsPermission: 'You need the permission {permissions} in this server for this.',
  missingOption: 'Please fill in {option}.',
  badOption: 'The value for {option} is not one that can be taken here.',
  unknown: 'This command no longer exists. Press / to see what there is now.',
  permissionAdministrator: 'Administrator',
  permissionManageGuild: 'Manage Server',
  permissionManageRoles: 'Manage Roles',
  permissionManageChannels: 'Manage Channels',
  permissionManageMessages: 'Manage Messages',
};
