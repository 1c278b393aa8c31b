/** What the message editor says about a template. The codes are those of `findProblems` in packages/message. */
export const messageEditor = {
  saved: 'The message has been saved.',
  removed: 'The message has been removed. The default is used again.',
  unknownPlaceholder: '“{name}” is not a placeholder here. It would be shown as it is.',
  unknownPlaceholderMeant: '“{name}” is not a placeholder here. Did you mean “{didYouMean}”?',
  tooLong:
    'This text is {excess, plural, one {# character} other {# characters}} too long even before it is filled: at most {limit, number} are allowed.',
  tooLongTogether:
    'All texts of the embed together are {excess, number} too long: at most {limit, number} are allowed.',
  emptyMessage: 'The message is empty. Write a text or fill in the embed.',
  emptyField: 'This field has neither a name nor a value.',
  tooManyFields: 'An embed holds at most {limit, plural, one {# field} other {# fields}}.',
  tooManyButtons: 'A message holds at most {limit, plural, one {# button} other {# buttons}}.',
  emptyButton: 'This button needs a label or an emoji.',
  buttonWithoutLink: 'This button needs an address to open.',
  badLink: '“{link}” is not an address. It must begin with https:// or be a placeholder for an address.',
  badColor: '“{color}” is not a colour. Write it as #RRGGBB.',
  badEmoji: '“{emoji}” is neither an emoji nor the id of one.',
  forbiddenName: 'Discord does not allow the name “{name}” for a webhook.',
};
