import htm from 'htm';
import { Fragment, h, type VNode } from 'preact';

/** Builds markup from a tagged template. Values become text nodes or properties, never markup. */
const build = htm.bind<VNode>(h);

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode {
  const made = build(strings, ...values);
  return Array.isArray(made) ? h(Fragment, null, made) : made;
}

/** Joins class names, without falsy ones. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
