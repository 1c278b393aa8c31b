export const account = {
  updated: 'User has been successfully updated',
  deleted: 'Your account and everything that belonged to it have been deleted.',
};
