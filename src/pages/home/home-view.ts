// What the home page says.
import type { Translate } from '../../web/messages.ts';
import type { PageView } from '../../web/views.ts';

interface HomeView extends PageView {
  readonly benefits: readonly string[];
}

export function homeView(words: Translate): HomeView {
  return {
    heading: words('home.heading'),
    benefits: [words('home.benefit.badge'), words('home.benefit.profile'), words('home.benefit.sharing')],
  };
}
