# One image for every part of Tally; compose.yml picks the command.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
# 18 MB of names, for debuggers only. Packages such as sharp use those that stay.
RUN apt-get update && apt-get install -y --no-install-recommends binutils && strip /usr/local/bin/node
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --loglevel=error
RUN npm run build
# The built web app brings its own packages; these are the server's. Node runs no TypeScript from node_modules.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --workspace @tally/server --loglevel=error
RUN find node_modules packages -path '*node_modules/*' -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' \) -delete
# Cards use two weights of these fonts.
RUN find node_modules/@expo-google-fonts -mindepth 2 -type d ! -name 400Regular ! -name 600SemiBold -prune -exec rm -r {} +
# Both use sharp.
RUN cd apps/web/.next/standalone/node_modules && rm -rf @img sharp && ln -s /app/node_modules/sharp sharp

FROM postgres:17.10-bookworm AS postgres

FROM debian:12.12-slim
ENV NODE_ENV=production HOST=0.0.0.0
# What a start takes in small pieces goes back to the system: docs/decisions/0190.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768
# Backups need the client programs of the Postgres in compose.yml; Debian's own are older. The linker finds their
# library before Debian's.
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 liblz4-1 libzstd1 && rm -rf /var/lib/apt/lists/*
COPY --from=postgres /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/local/bin/
COPY --from=postgres /usr/lib/*-linux-gnu/libpq.so.5* /usr/local/lib/
RUN ldconfig && pg_dump --version && pg_restore --version
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
# The program cannot change itself: only data and the cache of the web app belong to the user that it runs as.
COPY --from=build /app/package.json /app/LICENSE /app/CHANGELOG.md /app/.env.example ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps/server apps/server
COPY --from=build /app/apps/web/.next/standalone apps/web/.next/standalone
COPY --from=build /app/docs/public docs/public
RUN useradd --uid 1000 --create-home node \
  && mkdir -p data apps/web/.next/standalone/apps/web/.next/cache \
  && chown node:node data apps/web/.next/standalone/apps/web/.next/cache \
  && ln -s /app/apps/server/tally /usr/local/bin/tally
USER node
EXPOSE 3000 4000
CMD ["node", "apps/server/src/main.ts"]
