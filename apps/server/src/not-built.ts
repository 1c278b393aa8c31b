/**
 * Calls that are declared and answer 501. A test compares the list with the registry: whoever builds a call takes
 * its line out and lowers the figure, and nobody can add one unnoticed.
 */
export const mostNotBuilt = 36;

export const notBuilt: readonly string[] = [
  'admin.getAnalytics',
  'admin.listEmails',
  'blog.addBlog',
  'blog.getBlog',
  'blog.listAllBlogs',
  'blog.listBlogs',
  'blog.removeBlog',
  'blog.updateBlog',
  'faq.addFaq',
  'faq.askQuestion',
  'faq.getFaq',
  'faq.removeFaq',
  'faq.searchFaq',
  'faq.updateFaq',
  'files.listFiles',
  'files.removeFile',
  'files.uploadFile',
  'news.addNews',
  'news.listAllNews',
  'news.listNews',
  'news.removeNews',
  'news.updateNews',
  'servers.testKickbot',
  'teams.createTeam',
  'teams.deleteTeam',
  'teams.inviteToTeam',
  'teams.joinTeam',
  'teams.kickFromTeam',
  'teams.leaveTeam',
  'teams.listTeams',
  'teams.renameTeam',
  'teams.updateMember',
  'vods.countVods',
  'vods.getVod',
  'vods.removeVod',
  'vods.watchVod',
];
