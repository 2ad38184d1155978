// Routes for the log-in page and the consent page, which are shown during an authorization request.
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { Interaction, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Mode } from '../mode.ts';
import { consentPage, logInPage } from '../pages/interaction-pages.ts';
import { invalidRequestPage, problemPage } from '../pages/layout.ts';
import type { Convention } from '../records/convention.ts';
import { isOnBehalfOfScope } from '../scopes.ts';
import { scopesLackedBy } from './consent.ts';
import { endSession } from './log-out.ts';
import { errors } from './oidc-provider.ts';

const logInFormSchema = z.object({ attendee: z.string() });
const consentFormSchema = z.object({
  decision: z.enum(['allow', 'deny']),
  scope: z.preprocess(
    (ticked) => (ticked === undefined ? [] : [ticked].flat()),
    z.array(z.string()),
  ),
});

interface Dependencies {
  provider: Provider;
  convention: Convention;
  mode: Mode;
}

/** The forms on both pages send the browser back to the authorization endpoint. */
export function interactionRoutes(dependencies: Dependencies): Router {
  const routes = Router();
  const readForm = express.urlencoded({ extended: false });
  routes.get('/interaction/:uid', showPage(dependencies));
  routes.post('/interaction/:uid/login', readForm, handleLogIn(dependencies));
  routes.post('/interaction/:uid/consent', readForm, handleConsent(dependencies));
  routes.use(explainRefusal);
  return routes;
}

function showPage(dependencies: Dependencies): RequestHandler {
  return async (req, res) => {
    const interaction = await dependencies.provider.interactionDetails(req, res);
    const { uid, prompt } = interaction;
    res.set('Cache-Control', 'no-store');
    res.send(
      prompt.name === 'login'
        ? logInPage({ uid, convention: dependencies.convention })
        : consentPageOf(interaction, dependencies),
    );
  };
}

function consentPageOf(interaction: Interaction, dependencies: Dependencies): string {
  refuseLackedScopes(interaction, dependencies);
  return consentPage({
    uid: interaction.uid,
    clientId: String(interaction.params.client_id),
    redirectUri: String(interaction.params.redirect_uri),
    attendee: attendeeOf(interaction, dependencies)?.key ?? '',
    scopes: requestedScopes(interaction),
    isAllOrNothing: dependencies.mode.strict,
  });
}

/** In strict mode, a request is invalid if the attendee has no data for one of its scopes. */
function refuseLackedScopes(interaction: Interaction, dependencies: Dependencies): void {
  if (!dependencies.mode.strict) return;
  const attendee = attendeeOf(interaction, dependencies);
  const lacked = scopesLackedBy(attendee, requestedScopes(interaction));
  if (lacked.length > 0)
    throw new errors.InvalidRequest(`${attendee?.key} has no access to ${lacked.join(', ')}`);
}

function attendeeOf({ session }: Interaction, { convention }: Dependencies) {
  return convention.find(String(session?.accountId));
}

function handleLogIn({ provider, convention }: Dependencies): RequestHandler {
  return async (req, res) => {
    const form = logInFormSchema.safeParse(req.body);
    const chosen = form.success ? convention.findByKey(form.data.attendee) : undefined;
    if (chosen === undefined)
      return void res.status(400).send(problemPage('There is no such attendee.'));
    const interaction = await findInteraction(provider, { req, res, prompt: 'login' });
    await logOutPrevious(interaction, { provider, req, res });
    await provider.interactionFinished(req, res, { login: { accountId: String(chosen.user.id) } });
  };
}

/**
 * Logs out the previous attendee. Otherwise the provider would not let a different attendee log in
 * after `prompt=login`.
 */
async function logOutPrevious(
  interaction: Interaction,
  { provider, req, res }: { provider: Provider; req: Request; res: Response },
): Promise<void> {
  if (!interaction.session) return;
  await endSession(provider, provider.createContext(req, res));
  delete interaction.session;
  await interaction.persist();
}

function handleConsent(dependencies: Dependencies): RequestHandler {
  const { provider, mode } = dependencies;
  return async (req, res) => {
    const form = consentFormSchema.safeParse(req.body);
    if (!form.success)
      return void res.status(400).send(problemPage('Please choose Allow or Deny.'));
    const interaction = await findInteraction(provider, { req, res, prompt: 'consent' });
    refuseLackedScopes(interaction, dependencies);
    const allowed = requestedScopes(interaction).filter(
      (scope) => mode.strict || scope === 'pii:basic' || form.data.scope.includes(scope),
    );
    if (form.data.decision === 'deny' || allowed.length === 0) {
      await provider.interactionFinished(req, res, {
        error: 'access_denied',
        error_description: 'The attendee denied the request',
      });
      return;
    }
    await provider.interactionFinished(req, res, { consent: { allowed } });
  };
}

/**
 * Returns the interaction that a form belongs to. Throws `SessionNotFound` if the interaction is
 * over or is waiting for the other form.
 */
async function findInteraction(
  provider: Provider,
  form: { req: Request; res: Response; prompt: 'login' | 'consent' },
) {
  const interaction = await provider.interactionDetails(form.req, form.res);
  if (interaction.uid !== form.req.params.uid || interaction.prompt.name !== form.prompt) {
    throw new errors.SessionNotFound('no interaction waits for this form');
  }
  return interaction;
}

function requestedScopes({ params }: Interaction) {
  return String(params.scope ?? '')
    .split(' ')
    .filter(isOnBehalfOfScope);
}

const explainRefusal: ErrorRequestHandler = (error, _req, res, next) => {
  if (!(error instanceof errors.InvalidRequest)) return next(error);
  res
    .status(400)
    .send(
      error instanceof errors.SessionNotFound
        ? problemPage(
            'This login took too long or was already used. Go back to the site and log in again.',
          )
        : invalidRequestPage(error.error_description ?? error.message),
    );
};
