# The web app alone: no sandbox, no tests, no development packages.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY src ./src
COPY deploy/build.ts deploy/write-commit.sh ./deploy/
# There is no git here: docker build --build-arg COMMIT="$(git rev-parse HEAD)" says what is built.
ARG COMMIT
RUN npm run build

FROM node:24-slim
# In a container the proxy is elsewhere: listen on every address of it.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY views ./views
COPY public ./public
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node is PID 1 and hears SIGTERM itself. Run it with a read-only file system: it writes no file.
CMD ["node", "dist/server.js"]
