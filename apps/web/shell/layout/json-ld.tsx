/** A page's structured data for search engines. It runs nothing, and cannot contain the end of its element. */
export function JsonLd({ about }: { about: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
