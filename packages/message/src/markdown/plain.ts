import type { Block, Inline } from './ast.ts';

/** Returns the words without markers, for screen readers and one-line summaries. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(plainBlock).join('\n');
}

function plainBlock(block: Block): string {
  switch (block.type) {
    case 'codeBlock':
      return block.text;
    case 'quote':
      return plainText(block.children);
    case 'list':
      return block.items.map((item) => plainText(item.children)).join('\n');
    case 'paragraph':
    case 'heading':
    case 'subtext':
      return plainInline(block.children);
  }
}

export function plainInline(nodes: readonly Inline[]): string {
  return nodes.map(plainNode).join('');
}

function plainNode(node: Inline): string {
  switch (node.type) {
    case 'text':
    case 'code':
      return node.text;
    case 'userMention':
      return `<@${node.id}>`;
    case 'roleMention':
      return `<@&${node.id}>`;
    case 'channelMention':
      return `<#${node.id}>`;
    case 'everyoneMention':
      return `@${node.who}`;
    case 'navigation':
      return `<id:${node.place}>`;
    case 'commandMention':
      return `/${node.name}`;
    case 'emoji':
      return `:${node.name}:`;
    case 'timestamp':
      return new Date(node.seconds * 1000).toISOString();
    case 'link':
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike':
    case 'spoiler':
      return plainInline(node.children);
  }
}
