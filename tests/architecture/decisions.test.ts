import { describe, expect, it } from 'vitest';
import { citationViolations, decisionViolations } from './rules/decisions.ts';
import { readSources } from './rules/source.ts';

const decisions = readSources(/^docs\/decisions\/.+\.md$/);
// The rules and their examples are excluded, because they contain sample numbers.
const citing = readSources(/\.(ts|tsx|mts|mjs|md|yml|css|json)$|(^|\/)(Dockerfile|\.env\.example)$/).filter(
  ({ path }) => !/^(package-lock\.json|tests\/architecture\/(rules\/)?(decisions|measures))/.test(path),
);

describe('decisions', () => {
  it('are short, few, named by their titles and in the index once', () =>
    expect(decisionViolations(decisions)).toEqual([]));
  it('are cited by numbers that exist', () => expect(citationViolations(citing)).toEqual([]));
});

describe('a planted mistake is found', () => {
  const note = (name: string, text: string) => ({ path: `docs/decisions/${name}`, text });
  const wrong = '**When this would be wrong:** never.';
  const good = note('0001-one-reader.md', `# 0001 One reader\n\n${wrong}`);
  const index = note('README.md', '- [0001](0001-one-reader.md) One reader');

  it('but not in a good note', () => expect(decisionViolations([good, index])).toEqual([]));
  it.each([
    ['a title that is not the name', [note('0001-one-reader.md', `# 0001 Two readers\n\n${wrong}`), index]],
    ['a note that the index forgets', [good, note('README.md', '')]],
    ['a title that the index has wrong', [good, note('README.md', '- [0001](0001-one-reader.md) Readers')]],
    ['a long note', [note('0001-one-reader.md', `# 0001 One reader\n\n${wrong}${' word'.repeat(300)}`), index]],
    ['a note without its limits', [note('0001-one-reader.md', '# 0001 One reader'), index]],
    ['a note that is gone', [index]],
  ])('%s', (_, files) => expect(decisionViolations(files)).not.toEqual([]));
  it('too many notes', () =>
    expect(decisionViolations(Array.from({ length: 121 }, () => good))).toContainEqual(expect.stringContaining('121')));
  it.each([
    ['by number', 'See docs/decisions/0002.'],
    ['in words', '(decision 0002)'],
    ['as the second of two', 'See docs/decisions/0001 and 0002.'],
    ['by link', '[why](decisions/0001-two-readers.md)'],
  ])('a citation %s of a note that does not exist', (_, text) =>
    expect(citationViolations([good, { path: 'docs/words.md', text }])).toHaveLength(1),
  );
});
