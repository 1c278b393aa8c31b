# One image for every part of Tally; compose.yml picks the command.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --loglevel=error
RUN npm run build && rm -rf apps/web/.next/cache
RUN npm prune --omit=dev --ignore-scripts --loglevel=error

FROM postgres:17.10-bookworm AS postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
# What a start takes in small pieces goes back to the system: docs/decisions/0190.
ENV MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768
WORKDIR /app
# The program cannot change itself: only data and the cache of the web app belong to whom it runs as.
COPY --from=build /app /app
RUN mkdir -p data apps/web/.next/cache && chown node:node data apps/web/.next/cache
# Backups need the client programs of the Postgres in compose.yml; Debian's own are older. The linker finds their
# library before Debian's.
RUN apt-get update && apt-get install -y --no-install-recommends libpq5 liblz4-1 libzstd1 && rm -rf /var/lib/apt/lists/*
COPY --from=postgres /usr/lib/postgresql/17/bin/pg_dump /usr/lib/postgresql/17/bin/pg_restore /usr/local/bin/
COPY --from=postgres /usr/lib/*-linux-gnu/libpq.so.5* /usr/local/lib/
RUN ldconfig && pg_dump --version && pg_restore --version
RUN ln -s /app/apps/server/tally /usr/local/bin/tally
USER node
EXPOSE 3000 4000
CMD ["node", "apps/server/src/main.ts"]
