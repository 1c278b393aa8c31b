export const setup = {
  restarting: 'Tally is restarting with the new values. This takes a few seconds.',
  owned: 'You are the owner of this installation.',
};
