import { code, table } from './table.ts';

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly words: string;
}

interface Group {
  readonly title: string;
  /** The text that follows the group's name. */
  readonly words: string;
  readonly variables: readonly Variable[];
}

/** Turns `.env.example` into tables for the groups whose first word is listed, or for all groups. */
export function drawEnvironment(text: string, names: readonly string[]): string {
  const groups = groupsOf(text);
  const unknown = names.find((name) => !groups.some(({ title }) => wordOf(title) === name));
  if (unknown !== undefined) throw new Error(`docs/public: .env.example has no group called ${unknown}`);
  return groups
    .filter(({ title }) => names.length === 0 || names.includes(wordOf(title)))
    .map(({ title, words, variables }) =>
      [
        // The full list is a page of its own; selected groups appear below a heading of another page.
        ...(names.length === 1 ? [] : [`${names.length === 0 ? '##' : '###'} ${title}`]),
        ...(words ? [words] : []),
        table(
          ['Variable', 'Default or example', 'What it does'],
          variables.map((each) => [code(each.name), each.value ? code(each.value) : '–', each.words || '–']),
        ),
      ].join('\n\n'),
    )
    .join('\n\n');
}

const wordOf = (title: string): string => title.split(' ')[0] ?? '';

function groupsOf(text: string): Group[] {
  return (
    text
      // A second line that begins with `##` continues the first one.
      .split(/(?<=\n\n)## /)
      .slice(1)
      .map((part) => {
        const [head = '', ...lines] = part.split('\n');
        const [, title = '', beside = ''] = /^([^:.]+)(?:[:.] *(.*))?$/.exec(head) ?? [];
        return { title: title.trim(), ...readLines(beside.trim(), lines) };
      })
  );
}

/** A comment describes the variable below it. A line that begins with `##` continues the group's text. */
function readLines(beside: string, lines: readonly string[]): Pick<Group, 'words' | 'variables'> {
  const variables: Variable[] = [];
  let words = beside;
  let comment: string[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name) {
      variables.push({ name, value, words: comment.join(' ') });
      comment = [];
    } else if (line.startsWith('## ')) words += ` ${line.slice(3)}`;
    else if (line.startsWith('# ')) comment.push(line.slice(2));
    else comment = [];
  }
  return { words, variables };
}
