export interface Text {
  readonly field: string;
  withText(text: string): unknown;
}

export function textsIn(value: unknown): Text[] {
  if (typeof value === 'string') return [{ field: '', withText: (text) => text }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsIn(inner).map(({ field, withText }) => ({
      field: field ? `${key}.${field}` : key,
      withText(text) {
        const copy = structuredClone(value) as Record<string, unknown>;
        copy[key] = withText(text);
        return copy;
      },
    })),
  );
}
