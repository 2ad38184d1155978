// Caches a session's views for as long as its records are cached.
import { isDeepStrictEqual } from 'node:util';

/**
 * Maximum number of sessions. Beyond it, the oldest session's views are dropped. A view takes about
 * 20 KB.
 */
const mostSessions = 1000;

/** Creates a view. It must be pure, because its result is cached. */
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
    /**
     * Returns the cached view if the options are equal to those of the last call with this session
     * and `create`, and a new view otherwise.
     */
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

    size: () => sessions.size,
  };
}
