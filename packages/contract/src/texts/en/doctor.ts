/** What can be wrong with an installation: the cause, and under the same word with `Remedy` what to do, in the words of the portals. */
export const doctor = {
  discordTitle: 'Discord',
  addressesTitle: 'addresses',
  dashboardTitle: 'address of the dashboard',
  machineTitle: 'disk and data folder',
  databaseTitle: 'database',
  keysTitle: 'encryption keys',
  kickTitle: 'Kick',
  twitchTitle: 'Twitch',
  youtubeTitle: 'YouTube',
  stripeTitle: 'Stripe',
  votesTitle: 'top.gg',
  filesTitle: 'file storage',

  worldDown: '{world} does not answer ({reason}).',
  worldDownRemedy:
    'Check this machine’s connection, DNS and firewall, and the status page of {world}. Keys need no change.',
  worldLimits: '{world} answers, but it refuses this machine for now: too many calls (429).',
  worldLimitsRemedy:
    'Wait some minutes and check again. If it stays, another program or process uses the same keys or address.',
  late: 'The check “{check}” got no answer in time.',
  lateRemedy: 'Run the check again. If it stays silent, look at the log of the server around this time.',

  wrongToken: 'Discord does not accept DISCORD_TOKEN.',
  wrongTokenRemedy:
    'At https://discord.com/developers/applications open your application, “Bot”, press “Reset Token”, and put the new token into DISCORD_TOKEN.',
  tokenHasPrefix: 'DISCORD_TOKEN begins with “Bot ”, which is no part of the token.',
  tokenHasPrefixRemedy: 'Remove that word: only the token itself stands in DISCORD_TOKEN.',
  notAToken: 'DISCORD_TOKEN holds something that is no bot token: a token has three parts with dots between them.',
  notATokenRemedy:
    'The token is on the page “Bot” of your application (“Reset Token”). The keys of “General Information” and “OAuth2” are others.',
  wrongClientId: 'DISCORD_CLIENT_ID is {given}, but the token belongs to the application {real}.',
  wrongClientIdRemedy: 'Set DISCORD_CLIENT_ID={real}, or use the token of the other application.',
  wrongClientSecret: 'Discord does not accept DISCORD_CLIENT_SECRET, so nobody can log in.',
  wrongClientSecretRemedy:
    'In the developer portal open “OAuth2”, press “Reset Secret”, and put the new secret into DISCORD_CLIENT_SECRET.',
  intentOff: 'The “{intent}” is not switched on, so features that need it stay silent.',
  intentOffRemedy:
    'In the developer portal open “Bot”, switch on “{intent}” under “Privileged Gateway Intents”, save, and restart.',
  redirectMissing: 'Discord does not know the redirect {address}.',
  redirectMissingRemedy:
    'In the developer portal open “OAuth2”, add {address} under “Redirects”, exactly so, and save.',
  codeGrantOn: '“Requires OAuth2 Code Grant” is switched on, so nobody can invite the bot.',
  codeGrantOnRemedy: 'In the developer portal open “Bot”, switch off “Requires OAuth2 Code Grant”, and save.',
  notPublic: '“Public Bot” is switched off, so only you can invite the bot.',
  notPublicRemedy: 'In the developer portal open “Bot”, switch on “Public Bot”, and save.',
  foreignEndpoint: 'Discord sends commands to {address}, so this bot sees none of them.',
  foreignEndpointRemedy:
    'In the developer portal open “General Information” and empty “Interactions Endpoint URL”, or set DISCORD_INTERACTIONS=http here.',
  wrongPublicKey: 'DISCORD_PUBLIC_KEY is not the key of this application.',
  wrongPublicKeyRemedy:
    'Copy “Public Key” from “General Information” in the developer portal, or leave DISCORD_PUBLIC_KEY empty.',
  noStartsLeft:
    'The bot has used up the {total, plural, one {one start} other {# starts}} of its gateway that Discord allows in a day.',
  noStartsLeftRemedy:
    'Discord allows new ones in {minutes, plural, one {# minute} other {# minutes}}. Find out in the log what restarts the bot so often.',
  tokenElsewhere:
    'Discord refused {count, plural, one {# call} other {# calls}} in ten minutes that this installation did not make alone: another one uses the same bot token.',
  tokenElsewhereRemedy:
    'Stop the other installation, or give it an application of its own. All processes of this one need the same DATABASE_URL, and CALLS_PER_SECOND at most as high as Discord allows (50).',
  turnedAway: 'Discord turns away everything that comes from this address (answer {status}).',
  turnedAwayRemedy:
    'That is how it answers too many refused calls: stop the bot for an hour. If others share this address, ask your host for another one.',
  noSupportServer: 'The bot is not in the server {id} that SUPPORT_SERVER_ID names.',
  noSupportServerRemedy: 'Invite the bot there, or leave SUPPORT_SERVER_ID empty.',
  supportServerClosed: 'The bot may not invite people to the server {id} that SUPPORT_SERVER_ID names.',
  supportServerClosedRemedy: 'Give the role of the bot “Create Invite” in that server.',
  clockOff: 'The clock of this machine is {seconds, plural, one {# second} other {# seconds}} off.',
  clockOffRemedy:
    'Switch on time synchronisation (with systemd: timedatectl set-ntp true). Signatures are refused otherwise.',

  publicApiMissing: 'PUBLIC_API_URL is not set, though {setting} needs calls from outside.',
  publicApiMissingRemedy: 'Set PUBLIC_API_URL to the https address at which your proxy passes calls on to API_PORT.',
  publicApiPrivate: 'PUBLIC_API_URL={address} cannot be reached from outside.',
  publicApiPrivateRemedy:
    'Set it to a public https address, or leave it empty: platforms are asked then, and push nothing.',
  publicApiNotHttps: 'PUBLIC_API_URL={address} is not https, and Discord, Kick, Twitch and Stripe push only to https.',
  publicApiNotHttpsRemedy: 'Put a proxy with a certificate in front of API_PORT, and write https:// in PUBLIC_API_URL.',
  twitchPort: 'Twitch pushes only to https on port 443, and PUBLIC_API_URL is {address}.',
  twitchPortRemedy: 'Let your proxy listen on port 443, and leave the port out of PUBLIC_API_URL.',
  addressUnknown: 'No DNS server knows the host of {setting}={address}.',
  addressUnknownRemedy: 'Add an A or AAAA record that names this machine’s public address, or correct {setting}.',
  addressSilent: 'Nothing answers at {setting}={address} ({reason}).',
  addressSilentRemedy: 'Start the proxy, open the port in the firewall, and let it pass calls on to {port}.',
  certificateRefused: 'The certificate of {setting}={address} is not valid ({reason}).',
  certificateRefusedRemedy:
    'Renew it, with its whole chain and for this host. A proxy such as Caddy does that by itself.',
  proxyFails: 'The proxy at {setting}={address} answers {status}: it does not get through to us.',
  proxyFailsRemedy: 'Let it pass calls on to {port} of this machine, and look at its log.',
  addressIsAnothers:
    'At {setting}={address} another program answers ({status}), or another installation with other keys.',
  addressIsAnothersRemedy:
    'Let the proxy pass every path on to {port} unchanged. Several processes need the same ENCRYPTION_KEYS.',
  bodyRewritten: 'Something between {address} and us changes the bodies of calls, so every signature is wrong.',
  bodyRewrittenRemedy:
    'Switch off whatever rewrites, decompresses or reformats requests in the proxy or CDN for /webhooks/.',
  headersEaten: 'Something between {address} and us removes these headers: {headers}.',
  headersEatenRemedy: 'Let the proxy or CDN pass all request headers on unchanged.',
  forwardedMissing: 'TRUST_PROXY is true, but the proxy at {address} does not pass on who calls (X-Forwarded-For).',
  forwardedMissingRemedy: 'Let the proxy set X-Forwarded-For: without it all callers share one rate limit.',
  proxyNotTrusted:
    'The proxy at {address} passes on who calls, but it is not believed, so all callers share one rate limit.',
  proxyNotTrustedRemedy: 'Set TRUST_PROXY=true.',

  diskNearlyFull: 'Only {megabytes} MB are free where {folder} is.',
  diskNearlyFullRemedy: 'Free some space or move DATA_DIR to a larger disk. A full disk stops the database.',
  folderOfAnother: '{folder} belongs to the user with the id {owner}, and this program runs as {own}.',
  folderOfAnotherRemedy:
    'Run it as the same user every time, or give the folder to that user: chown -R {own} {folder}.',
  folderClosed: 'This program may not read and write in {folder}.',
  folderClosedRemedy:
    'Give the folder to the user that runs it: chown -R {own} {folder}, then chmod -R u+rwX {folder}.',

  databaseOld: 'The database is Postgres {version}, and {wanted} is the oldest that works.',
  databaseOldRemedy: 'Upgrade Postgres (pg_dump, a new server, pg_restore), then start again.',
  databaseDown: 'The database does not answer.',
  databaseDownRemedy: 'Start it, and check host, port and password in DATABASE_URL.',
  schemaNewer: 'The database was made by a newer version of this program (migration {migration}).',
  schemaNewerRemedy: 'Start that version or a newer one, or restore the backup from before the upgrade.',
  schemaEdited: 'The file of migration {migration} was changed after it was applied to this database.',
  schemaEditedRemedy: 'Check out the file as it was released.',
  keyMissing: 'The encryption key {id} is missing from {source}, and stored secrets are sealed with it.',
  keyMissingRemedy:
    'Put it back from your backup, behind the others. If it is lost for good, write {id}:lost there; people then link their accounts again.',
  keyOther: 'The encryption key {id} in {source} is not the one that this database knows by that name.',
  keyOtherRemedy: 'Put the former key back, and give the new one another name in front of it.',

  kickKeysWrong: 'Kick does not accept KICK_CLIENT_ID and KICK_CLIENT_SECRET.',
  kickKeysWrongRemedy: 'Copy both from your app at https://kick.com/settings/developer.',
  kickNeverPushed: 'Kick streams have begun, but in a day Kick has pushed nothing.',
  kickNeverPushedRemedy:
    'At https://kick.com/settings/developer edit your app, switch on “Enable webhooks”, and enter {address} as “Webhook URL”.',
  twitchKeysWrong: 'Twitch does not accept TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET.',
  twitchKeysWrongRemedy:
    'At https://dev.twitch.tv/console/apps open “Manage” of your app, copy “Client ID”, press “New Secret”, and set both.',
  youtubeKeyWrong: 'Google does not accept YOUTUBE_API_KEY.',
  youtubeKeyWrongRemedy:
    'At https://console.cloud.google.com/apis/credentials copy the key again, or press “Create credentials”, “API key”.',
  youtubeApiOff: 'The “YouTube Data API v3” is not switched on in the project of YOUTUBE_API_KEY.',
  youtubeApiOffRemedy:
    'Open https://console.cloud.google.com/apis/library/youtube.googleapis.com in that project and press “Enable”.',
  youtubeKeyRestricted: 'YOUTUBE_API_KEY may not be used from here ({reason}).',
  youtubeKeyRestrictedRemedy:
    'Edit the key: “Application restrictions” must be none or this machine’s IP address, “API restrictions” must name “YouTube Data API v3”.',
  youtubeQuotaUsed:
    'The units that Google grants for this day are used up; YouTube rests until midnight in California.',
  youtubeQuotaUsedRemedy:
    'Wait, or ask Google for a larger quota (“Quotas & System Limits” of the API), and set YOUTUBE_DAILY_UNITS to it.',
  googleClientWrong:
    'Google does not accept YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET, so nobody can link a channel.',
  googleClientWrongRemedy:
    'At https://console.cloud.google.com/apis/credentials open the OAuth client (“Web application”) and copy both.',

  stripeKeyWrong: 'Stripe does not accept STRIPE_SECRET_KEY.',
  stripeKeyWrongRemedy: 'On Stripe’s pages open “Developers”, “API keys”, and copy the secret key again.',
  stripeWebhookMissing: 'Stripe has no webhook for {address}, so it tells us of no payment.',
  stripeWebhookMissingRemedy:
    'On Stripe’s pages open “Developers”, “Webhooks”, add this endpoint, and put its signing secret into STRIPE_WEBHOOK_SECRET.',
  stripeWebhookOff: 'The webhook {address} is disabled at Stripe.',
  stripeWebhookOffRemedy: 'On Stripe’s pages open “Developers”, “Webhooks”, choose it, and press “Enable”.',
  stripeEventsMissing: 'The webhook at Stripe leaves out these events: {events}.',
  stripeEventsMissingRemedy: 'On Stripe’s pages open “Developers”, “Webhooks”, edit the endpoint, and add them.',
  topggSecretWrong: 'TOPGG_WEBHOOK_SECRET does not begin with whs_, so it is no secret of a webhook.',
  topggSecretWrongRemedy:
    'On the page of your bot at top.gg open “Webhooks” and copy the secret of the webhook. A password of the older way belongs into TOPGG_WEBHOOK_PASSWORD.',

  s3Refused: 'The file storage at {address} refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  s3RefusedRemedy: 'Give this key the right to list, read, write and delete in the bucket, and check S3_REGION.',
  s3NoBucket: 'There is no bucket {bucket} at {address}.',
  s3NoBucketRemedy: 'Create it, or correct S3_BUCKET.',
  filesApart:
    'The processes on this database store files in different folders, so one cannot read the files of another.',
  filesApartRemedy:
    'Set S3_ENDPOINT and the other S3_ values for every process, or let all of them share one DATA_DIR.',
};
