/** What a page is about, for search engines. It runs nothing, and what would end the element can not be in it. */
export function JsonLd({ about }: { about: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
