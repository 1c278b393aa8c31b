/** The calls in section 7 of the specification, as `METHOD path?query keys`. `{}` means any identifier. */
export const seedCalls = `
GET /@me
DELETE /@me/notifications
GET /@me/guilds
GET /@me/guilds/{}?types&force
GET /@me/connect/{}
POST /@me/connect/{}?state
DELETE /@me/connect/{}
GET /admin/emails
GET /admin/analytics?lookback
GET /data/faq?question
POST /data/faq/ask
POST /data/faq
GET /data/faq/{}
PATCH /data/faq/{}
DELETE /data/faq/{}
GET /data/news
GET /data/news/raw
POST /data/news
PATCH /data/news/{}
DELETE /data/news/{}
GET /data/blogs
GET /data/blogs/raw
POST /data/blogs
GET /data/blogs/{}
PATCH /data/blogs/{}
DELETE /data/blogs/{}
GET /data/emotes/{}/{}
POST /data/emotes
GET /data/files
POST /data/files
DELETE /data/files/{}
GET /data/guild/{}
PATCH /data/guild/{}
GET /data/guild/{}/errors
DELETE /data/guild/{}/errors
PUT /data/guild/{}/panel/{}
PUT /data/guild/{}/kickbot/{}?streamerUserName
PUT /data/guild/{}/greet/{}
PATCH /data/guild/{}/messages?type&subType
DELETE /data/guild/{}/messages?type&subType
PATCH /data/guild/{}/roles?type&roleId
DELETE /data/guild/{}/roles?type&roleId
PATCH /data/guild/{}/overrides?priorityOnConflict
DELETE /data/guild/{}/overrides?priorityOnConflict
PATCH /data/guild/{}/stickyMessages?channelId
DELETE /data/guild/{}/stickyMessages?channelId
PATCH /data/guild/{}/linkedRoles?roleId
DELETE /data/guild/{}/linkedRoles?roleId
GET /data/giveaways/{}
GET /data/giveaways/{}/{}
GET /data/giveaways/{}/{}/entries
POST /data/giveaways/{}?when
PATCH /data/giveaways/{}/{}
DELETE /data/giveaways/{}/{}?type
POST /data/giveaways/{}/{}/resend
POST /data/giveaways/{}/{}/start
POST /data/giveaways/{}/{}/end
POST /data/giveaways/{}/{}/reroll
GET /data/guild/{}/{}?short
GET /data/guild/{}/{}/{}?rumbleType
POST /data/guild/{}/{}/{}?rumbleType
PATCH /data/guild/{}/{}/{}?rumbleType
DELETE /data/guild/{}/{}/{}?rumbleType
PUT /data/guild/{}/{}/{}?subType&rumbleType
PATCH /data/guild/{}/{}/{}/updateArray?type&subTypeOrId&rumbleType
DELETE /data/guild/{}/{}/{}/deleteArray?type&subTypeOrId&rumbleType
GET /data/guild/{}/{}/{}/emojis?kickEmojis
POST /data/guild/{}/{}/{}/emojis
GET /data/starboards/{}
POST /data/starboards/{}
PATCH /data/starboards/{}/{}
DELETE /data/starboards/{}/{}
GET /linked
POST /linked?code
DELETE /linked
GET /status?topServers
GET /recent
GET /ratelimit
GET /data/languages
GET /oauth2?guildId
GET /
GET /data/platforms
GET /data/platforms/{}
GET /premium/manage/{}/{}
PATCH /premium/manage/{}/{}
GET /premium/plans?all
GET /premium/plans/{}?ifcd
POST /stripe/sessions/{}
GET /stripe/subscriptions
GET /stripe/payments
PATCH /stripe/subscriptions/tier
PATCH /stripe/subscriptions/addons
DELETE /stripe/subscriptions/{}
GET /sessions
DELETE /sessions
POST /sessions?code&add
GET /data/teams
POST /data/teams
PUT /data/teams/join?code
PUT /data/teams/leave?teamId
PUT /data/teams/{}/invite
PUT /data/teams/{}/kick
PUT /data/teams/{}/update
PATCH /data/teams/{}
DELETE /data/teams/{}
GET /telemetry?guild
POST /telemetry/{}?guild
GET /data/user/{}
PATCH /data/user/{}
DELETE /data/user/{}
GET /data/vods
GET /data/vods/{}/{}?noRedirect
GET /data/vods/{}
DELETE /data/vods/{}
`
  .trim()
  .split('\n')
  .map((call) => {
    const [route = '', query = ''] = call.split('?');
    return { route, query: query ? query.split('&') : [] };
  });

/** The keys that the specification gives for bodies. */
export const seedBodyKeys: Readonly<Record<string, readonly string[]>> = {
  'POST /@me/connect/{}': ['code'],
  'POST /data/files': ['key'],
  'POST /data/guild/{}/{}/{}/emojis': ['emojis', 'lockToSubIfSet'],
  'PUT /data/teams/{}/invite': ['maxUses', 'bitfieldToSet', 'expiresAt'],
  'PUT /data/teams/{}/kick': ['userId'],
  'PUT /data/teams/{}/update': ['userId', 'bitfieldToSet'],
  'POST /data/teams': ['teamName'],
  'PATCH /data/teams/{}': ['teamName'],
};
