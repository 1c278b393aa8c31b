interface DocAddress {
  readonly section: string;
  readonly page: string;
  readonly anchor?: string | null;
}

export const docAddress = ({ section, page, anchor }: DocAddress): string =>
  `/docs/${section}/${page}${anchor ? `#${anchor}` : ''}`;
