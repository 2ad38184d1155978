// Caches what pages have made of the records of a session, for as long as its records are cached.
import { isDeepStrictEqual } from 'node:util';

/** A view takes about 20 KB. When more sessions have some, those of the oldest are dropped. */
const mostSessions = 1000;

/** Makes a view. What it returns depends on nothing but its options. */
export type CreateView<Options, View> = (options: Options) => View;

interface CachedView {
  readonly options: unknown;
  readonly view: unknown;
}

export function createViewCache() {
  const sessions = new Map<string, Map<unknown, CachedView>>();

  function viewsOf(sessionKey: string): Map<unknown, CachedView> {
    const known = sessions.get(sessionKey);
    if (known) return known;
    const [oldest] = sessions.size >= mostSessions ? sessions.keys() : [];
    if (oldest !== undefined) sessions.delete(oldest);
    const views = new Map<unknown, CachedView>();
    sessions.set(sessionKey, views);
    return views;
  }

  return {
    /** Returns the view of these options: that of the last time if nothing in them has changed. */
    viewOf<Options, View>(
      sessionKey: string,
      create: CreateView<Options, View>,
      options: Options,
    ): View {
      const views = viewsOf(sessionKey);
      const last = views.get(create);
      if (last && isDeepStrictEqual(last.options, options)) return last.view as View;
      const view = create(options);
      views.set(create, { options, view });
      return view;
    },

    drop(sessionKey: string): void {
      sessions.delete(sessionKey);
    },

    /** How many sessions have views here. */
    size: () => sessions.size,
  };
}
