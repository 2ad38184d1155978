# `docker build .` builds the image of the web app, without the sandbox, tests and development
# packages.
# `docker build --target sandbox .` builds the image of the sandbox (docs/sandbox-for-your-app.md).
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY src ./src
COPY views ./views
COPY deploy/licenses ./deploy/licenses
COPY deploy/build.ts deploy/write-commit.sh ./deploy/
# There is no git in the build, so pass the commit:
# docker build --build-arg COMMIT="$(git rev-parse HEAD)"
ARG COMMIT
RUN npm run build

FROM build AS build-sandbox
RUN npm run build:sandbox

FROM node:24-slim AS sandbox
LABEL org.opencontainers.image.title="Lanyard sandbox" \
  org.opencontainers.image.description="A simulated registration platform. All people are invented"
ENV SANDBOX_HOST=0.0.0.0
WORKDIR /app
COPY --from=build-sandbox /app/dist-sandbox ./
USER node
EXPOSE 4000
CMD ["node", "server.js"]

FROM node:24-slim
ARG COMMIT
LABEL org.opencontainers.image.title="Lanyard" \
  org.opencontainers.image.description="Attendee self-service for conventions" \
  org.opencontainers.image.revision="$COMMIT"
# The image needs no package manager.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx \
  /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
# The proxy is outside the container, so listen on all addresses.
# MALLOC_ARENA_MAX limits malloc to two arenas. By default, there can be eight for each core.
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY views ./views
COPY public ./public
COPY deploy/health-check.sh ./deploy/
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "deploy/health-check.sh"]
# node is PID 1 and receives SIGTERM. Lanyard writes no files, so the file system can be read-only.
# With MALLOC_ARENA_MAX, these limits almost halve memory use, at the cost of 11% more CPU time at
# 200 views a second (test/lab/benchmark/results.md).
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=320", "dist/server.js"]
