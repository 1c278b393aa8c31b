export const overrides = {
  saved: 'The override has been saved.',
  removed: 'The override has been removed.',
  emptyQuery: '“{query}” holds no word to look for.',
  badFlags: '“{query}”: behind the last slash only the letters g, i, m, s, u, v and y may stand, not “{detail}”.',
  badPattern:
    '“{query}” is not a pattern that can be used ({detail}). Look-ahead, look-behind and back-references do not exist here.',
  bigPattern: '“{query}” is too large a pattern. Repeat fewer times.',
  bothPublish: 'a message cannot be published and not be published. Choose one.',
  noLength: 'must differ from the beginning',
  digestTitle: 'What happened during quiet hours',
  digestLive: 'still live',
  digestMore: '{count, plural, one {and # more} other {and # more}}',
  digestFooter:
    '{count, plural, one {# notification was held} other {# notifications were held}}{live, plural, =0 {} one {, # stream is still live} other {, # streams are still live}}.',
} as const;
