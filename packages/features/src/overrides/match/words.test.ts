import { workedMs } from '@tally/tests/effort';
import { describe, expect, it } from 'vitest';
import { isUsable, prepare, readQuery } from './words.ts';

function isIn(query: string, text: string): boolean {
  const read = readQuery(query);
  if (!isUsable(read)) throw new Error(`${query}: ${read.problem}`);
  return read.isIn(prepare(text));
}

describe('a word', () => {
  it.each([
    ['slots', 'SLOTS all night', true],
    ['slots', 'late slots', true],
    ['slots', 'slotsmania', false],
    ['slots', 'megaslots', false],
    ['slot', 'slots', false],
    ['just chatting', 'Just   Chatting', true],
    ['art', 'party with art', true],
    ['art', 'party', false],
    ['école', "L'ÉCOLE du soir", true],
    ['école', 'écolentes', false],
    ['straße', 'STRASSE', true],
    ['istanbul', 'İSTANBUL turu', true],
    ['yayın', 'CANLI YAYIN', true],
    ['οδός', 'ΟΔΌΣ', true],
    ['cafe\u0301', 'CAFÉ', true],
    ['cafe', 'cafe\u0301', false],
    ['ｆｕｌｌ', 'full width', true],
    ['!drops', 'Ranked !drops', true],
    ['c++', 'learning C++ today', true],
    ['#ad', '#ads', false],
    ['cs2', 'cs2_ranked', false],
    ['cs2', 'CS2: ranked', true],
    ['ملعب', 'مباراة في ملعب المدينة', true],
    ['ملعب', 'ملعبنا', false],
    ['🎰', 'night 🎰 night', true],
    ['👩', '👩‍💻 coding', false],
    ['👋', '👋🏽 hi', false],
  ])('%s in "%s": %s', (query, text, expected) => expect(isIn(query, text)).toBe(expected));

  it.each([
    ['東京', '今日は東京から生放送', true],
    ['配信', 'ゲーム配信中', true],
    ['เกม', 'เล่นเกมกัน', true],
    ['大阪', '今日は東京から', false],
    ['rpg', '新作RPGを遊ぶ', true],
    ['rpg', '新作MMORPGを遊ぶ', false],
  ])('in a script without spaces: %s in "%s": %s', (query, text, expected) => expect(isIn(query, text)).toBe(expected));
});

describe('stars', () => {
  it.each([
    ['*slot*', 'megaslots', true],
    ['slot*', 'slotsmania', true],
    ['slot*', 'megaslots', false],
    ['*slots', 'megaslots', true],
    ['*slots', 'slotsmania', false],
    ['*a*b*', 'xa*by', true],
    ['*a*b*', 'xaby', false],
  ])('%s in "%s": %s', (query, text, expected) => expect(isIn(query, text)).toBe(expected));

  it.each(['*', '**', ' ', '* *'])('"%s" asks for nothing', (query) =>
    expect(readQuery(query)).toEqual({ problem: 'emptyQuery' }),
  );
});

describe('a pattern', () => {
  it.each([
    ['/rank(ed)?\\s+\\d+/', 'RANKED 2024', true],
    ['/^live/i', 'now live', false],
    ['/^live/m', 'now\nlive', true],
    ['/\\p{Arabic}+/u', 'مباراة', true],
    ['/a.b/s', 'a\nb', true],
    ['/a.b/g', 'a\nb', false],
  ])('%s in "%s": %s', (query, text, expected) => expect(isIn(query, text)).toBe(expected));

  it('a slash alone is no pattern', () => expect(isIn('and/or', 'this and/or that')).toBe(true));

  it.each([
    ['/(a/', 'openGroup'],
    ['/a)/', 'closedGroup'],
    ['/[a/', 'openClass'],
    ['/[z-a]/', 'badClass', 'z-a'],
    ['/*a/', 'nothingToRepeat', '*'],
    ['/a**/', 'repeatTwice', '**'],
    ['/a{3,2}/', 'badCount', '{3,2}'],
    ['/((a{1,100}){1,100}){1,100}/', 'badCount', '{1,100}'],
    ['/(a)\\1/', 'badEscape', '\\1'],
    ['/a\\\\\\/', 'lastBackslash'],
    ['/a(?=b)/', 'notHere', '(?='],
    ['/(?<=a)b/', 'notHere', '(?<=a)b'],
    ['/(?<n>a)(?<n>b)/', 'badPattern'],
    ['/.{1000}a.{1000}/', 'bigPattern'],
    ['/a/b', 'badFlags'],
  ])('%s is refused: %s', (query, problem, part?: string) =>
    expect(readQuery(query)).toMatchObject(part === undefined ? { problem } : { problem, part }),
  );

  it.each([
    ['/(a+)+$/', 'a'],
    ['/(x+x+)+y/', 'x'],
    ['/(.*)*!{900}$/', 'z'],
    ['/^(([a-z])+.)+[A-Z]([a-z])+$/', 'a'],
    ['/(a|aa)+$/', 'a'],
  ])('%s takes no noticeable time for a title of ten thousand characters', (query, letter) => {
    const before = workedMs();
    expect(isIn(query, `${letter.repeat(9999)}\u0001`)).toBe(false);
    expect(workedMs() - before).toBeLessThan(1000);
  });

  it('ignores everything after the ten-thousandth character', () =>
    expect(isIn('*end*', `${'a'.repeat(20_000)} end`)).toBe(false));
});
