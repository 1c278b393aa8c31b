/** The message editor's problems with a template. The keys are the codes of `findProblems` in packages/message. */
export const messageEditor = {
  saved: 'The message has been saved.',
  removed: 'The message has been removed. The default message is used again.',
  unknownPlaceholder: '“{name}” is not a placeholder here. It will appear as plain text.',
  unknownPlaceholderMeant: '“{name}” is not a placeholder here. Did you mean “{didYouMean}”?',
  tooLong:
    'This text is {excess, plural, one {# character} other {# characters}} too long, even before placeholders are filled in. The limit is {limit, number}.',
  tooLongTogether:
    'The texts of this embed are {excess, plural, one {# character} other {# characters}} too long in total. The limit is {limit, number}.',
  emptyMessage: 'The message is empty. Write a text or fill in the embed.',
  emptyField: 'This field has neither a name nor a value.',
  tooManyFields: 'An embed holds at most {limit, plural, one {# field} other {# fields}}.',
  tooManyButtons: 'A message holds at most {limit, plural, one {# button} other {# buttons}}.',
  emptyButton: 'This button needs a label or an emoji.',
  buttonWithoutLink: 'This button needs a link.',
  badLink: '“{link}” is not a link. Start with https:// or use a placeholder for a link.',
  badColor: '“{color}” is not a color. Use the form #RRGGBB.',
  badEmoji: '“{emoji}” is not an emoji or an emoji ID.',
  forbiddenName: 'Discord does not allow the name “{name}” for a webhook.',
};
