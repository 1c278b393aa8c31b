interface Place {
  readonly section: string;
  readonly page: string;
  readonly anchor?: string | null;
}

export const docAddress = ({ section, page, anchor }: Place): string =>
  `/docs/${section}/${page}${anchor ? `#${anchor}` : ''}`;
