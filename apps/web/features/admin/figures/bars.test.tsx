import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Bars } from './bars.tsx';

const shown = (...values: number[]) =>
  renderToStaticMarkup(
    <Bars
      label="Times"
      from="0:00"
      to="1:00"
      highest={(value) => `top ${value}`}
      mark={{ value: 5_000, label: 'promised' }}
      bars={values.map((value, place) => ({ key: `${place}`, title: '', up: [{ value, className: 'bg-text' }] }))}
    />,
  );

test('the label of the axis is the scale: the mark where bars stay below it, else the highest bar', () => {
  expect(shown(200, 0)).toContain('top 5000');
  expect(shown(200, 7_000)).toContain('top 7000');
});

test('a chart without data has no figure at its axis', () => {
  expect(shown(0, 0)).not.toContain('>top');
});
